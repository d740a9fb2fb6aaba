/** The common rules of requests, as the document's introduction. */
import { limits } from '@svc/api'
import { markerName } from '../../platform/http/negotiate.ts'

export function introduction(brand: string): string {
  const vendor = `application/vnd.${brand}`
  const megabytes = limits.bodyBytesMax / 1_048_576
  return `
Buy now, pay later for stores. A store creates a checkout, the buyer chooses an offer and signs it,
and the store then captures, voids, refunds or cancels the order.

## Keys

Send \`Authorization: Bearer <key>\`. Keep a private key (\`sk_…\`) on the store's server. A public
key (\`pk_…\`) can be embedded in a page and is limited to the operations that name it below. A
private key sent from a page is rejected. The buyer's operations take the token that follows the
\`#\` of \`checkout_url\`.

## Mode, version, format

\`Accept\` selects all three: \`${vendor}.sandbox.v1+json\` is the sandbox,
\`${vendor}.v1+json\` is live; \`+xml\` instead of \`+json\` returns XML. The default is live, JSON,
in the latest version. \`v1\` is current; \`v2\`, \`v3\` and \`v4\` are aliases for older clients.
The header \`${markerName(brand)}\` tells the version of the answer.

A path may also start with the version (\`/v1/orders\`), end with a slash or contain double slashes;
only one spelling is documented here. Every GET also accepts HEAD; OPTIONS answers 204 with
\`Allow\`.

## Bodies

JSON in UTF-8, at most ${megabytes} MiB. Unknown members are ignored, except in settings and
under \`/lender\`, which reject them. For an optional member null, \`""\` and false mean that it
is absent. Amounts are integers in minor units with two decimal places, so 12.50 is \`1250\`;
rates are in hundredths of a percent, so 21 % is \`2100\`. Times are ISO 8601.

## Repeating a request

A write with an \`Idempotency-Key\` is executed once: a repeated request gets the first answer,
with \`Idempotent-Replayed: true\`. Answers are stored for 7 days. A rejected request releases its
key.

## Lists

\`page\` starts at 1, \`page_size\` is at most ${limits.pageSizeMax}. \`cursor.after\` is the number
of the next page, or null on the last one.

## Errors

Every error has this envelope: \`{"error": {"type", "message", "code", "fields"?, "request_id"}}\`.
Each operation lists its codes. An unknown path is 404 \`path_not_found\`; an unsupported method is
405 \`method_not_allowed\` with \`Allow\`. 429 and 503 carry \`Retry-After\`: when to retry.
`.trim()
}
