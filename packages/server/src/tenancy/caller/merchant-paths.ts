import { existing } from '../../platform/refusal.ts'
import type { ApiRequest, KeyedRoute, RouteDoc } from './route.ts'

const ME = '/me/'
const MERCHANT = '/merchants/:merchantId/'

/** The same routes under the store's own id; another store's id looks like a missing one. */
export function alsoUnderMerchant(routes: readonly KeyedRoute[]): KeyedRoute[] {
  const named = routes.map((route): KeyedRoute => {
    return {
      ...route,
      path: route.path.replace(ME, MERCHANT),
      aliasOf: route.path,
      doc: merchantDoc(route.doc),
      async handle(request) {
        const { merchantId = '' } = request.params
        const own = merchantId === request.caller.store.id ? request.caller.store : undefined
        existing(own, 'merchant', merchantId)
        return route.handle(request)
      },
    }
  })
  return [...routes, ...named]
}

function merchantDoc(doc: RouteDoc): RouteDoc {
  const operation = `${doc.operation}OfMerchant`
  return { ...doc, operation, errors: [...(doc.errors ?? []), 'merchant_not_found'] }
}

/** The variant under which the request came: links in its answer use the same. */
export function storePath({ params }: Pick<ApiRequest, 'params'>): string {
  const { merchantId } = params
  return merchantId === undefined ? '/me' : `/merchants/${encodeURIComponent(merchantId)}`
}
