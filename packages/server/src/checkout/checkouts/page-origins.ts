import type { MerchantUrls } from '../../kernel/details/details.ts'
import { originOf } from '../../platform/http/formats.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import type { PageRules } from './allowed-pages.ts'
import { returnOrigins } from './return-urls.ts'

type Given = { readonly demo: boolean; readonly merchant: MerchantUrls | undefined }

/**
 * The origins that the store allows for a checkout's pages; without its addresses, those of its
 * key.
 */
export function pageRules({ store, sandbox }: Caller, { demo, merchant }: Given): PageRules {
  const { url, origins } = store.settings
  return {
    live: !sandbox && !demo,
    site: originOf(URL.parse(url)?.origin ?? ''),
    origins,
    returns: merchant === undefined ? [] : returnOrigins(merchant),
  }
}
