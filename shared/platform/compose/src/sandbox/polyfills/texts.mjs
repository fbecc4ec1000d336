export {
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
} from '@exodus/bytes/encoding-lite.js';
