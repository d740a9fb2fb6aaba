import { entry } from './error-entry.ts'

/** Errors before a request is understood. */
export const transportErrors = {
  request_timeout: entry(
    408,
    'RequestTimeout',
    'The request took too long to arrive',
    'Send it again.',
    true,
  ),
  expectation_unknown: entry(
    417,
    'ExpectationFailed',
    'Only Expect: 100-continue is supported',
    'Omit the Expect header.',
  ),
  headers_too_large: entry(
    431,
    'ApiValidation',
    'The headers are too large',
    'Send fewer or smaller headers.',
  ),
  transfer_encoding_unsupported: entry(
    501,
    'NotImplemented',
    'The only supported Transfer-Encoding is chunked',
    'Send the body without encoding, or chunked.',
  ),
  http_version_unsupported: entry(
    505,
    'HttpVersionNotSupported',
    'Only HTTP/1.1 and HTTP/1.0 are supported',
    'Send HTTP/1.1.',
  ),
}
