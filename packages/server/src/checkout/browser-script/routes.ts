import { openRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { type ScriptFile, scriptPages } from './view.ts'

/** The script for stores' pages; it loads without a key as well. */
export function browserScriptRoutes({ brand, baseUrl }: Service): Route[] {
  const route = (path: string, file: ScriptFile): Route => {
    const page = scriptPages(file)
    return openRoute({
      method: 'GET',
      path,
      page: true,
      doc: { operation: 'getBrowserScript', summary: 'The script for stores’ pages', answers: {} },
      handle: async ({ headers }) =>
        page(
          { brand, baseUrl: baseUrl() },
          { encodings: headers['accept-encoding'], known: headers['if-none-match'] },
        ),
    })
  }
  return [route(`/${brand}.js`, 'script.js'), route(`/${brand}-checkout.js`, 'checkout-part.js')]
}
