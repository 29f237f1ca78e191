// The build puts this in place of transports of engine.io-client that the socket does not use.
export const WT = undefined;
export const XHR = undefined;
