/** What holds for every request, as the document's introduction. */
import { limits } from '@svc/api'
import { markerName } from '../../platform/http/negotiate.ts'

export function introduction(brand: string): string {
  const vendor = `application/vnd.${brand}`
  const megabytes = limits.bodyBytesMax / 1_048_576
  return `
Buy now, pay later for stores. A store creates a checkout, its buyer chooses an offer and signs,
the store captures, voids, refunds and cancels.

## Keys

\`Authorization: Bearer <key>\`. A private key (\`sk_…\`) stays on the store's server; a public
one (\`pk_…\`) may stand in a page and can only do what the operations below say. A private key
that arrives from a page is refused. The buyer's operations take the token that is behind the
\`#\` of \`checkout_url\`.

## Mode, version, format

\`Accept\` chooses all three: \`${vendor}.sandbox.v1+json\` is the sandbox,
\`${vendor}.v1+json\` live; \`+xml\` instead of \`+json\` answers XML. Without a vendor type it
is live, JSON, and the latest version. \`v1\` is current; \`v2\`, \`v3\` and \`v4\` are names for
the same, kept for older clients. The header \`${markerName(brand)}\` says which was answered.

A path may also begin with the version (\`/v1/orders\`), end with a slash or have doubled ones;
only one spelling is described here. Where GET works, HEAD does; OPTIONS answers 204 with
\`Allow\`.

## Bodies

JSON in UTF-8, at most ${megabytes} MiB. Unknown members are ignored; settings refuse
them. In an optional member null, \`""\` and false stand for an absent one. Amounts are
integers with two implied places, so 12.50 is \`1250\`; rates are hundredths
of a percent, so 21 % is \`2100\`. Times are ISO 8601.

## Repeating a request

A write with an \`Idempotency-Key\` is done once: the same request again gets the first answer,
with \`Idempotent-Replayed: true\`. Answers are stored for 7 days. What was refused frees its key.

## Lists

\`page\` counts from 1, \`page_size\` goes to ${limits.pageSizeMax}. \`cursor.after\` is the number
of the next page, null on the last one.

## Errors

Every error has one envelope: \`{"error": {"type", "message", "code", "fields"?, "request_id"}}\`.
Each operation lists its codes. An unknown path is 404 \`path_not_found\`, another method 405
\`method_not_allowed\` with \`Allow\`. 429 and 503 say with \`Retry-After\` when to ask again.
`.trim()
}
