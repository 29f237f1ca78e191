// The build puts this in place of a transport of engine.io-client that the server does not offer.
export const WT = undefined;
