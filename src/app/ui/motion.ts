// The motion features, in a chunk of their own.
export { domMin } from 'framer-motion';
