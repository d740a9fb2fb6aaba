/** The page of each named object of the document. */
import { recordOf } from '@svc/api'
import type { OpenApiDocument } from '../document.ts'

export type ObjectsPage = 'objects' | 'lender-objects'

/** Finds the page of an object by its name: what only routes of the lender show has its own. */
export function objectPages(document: OpenApiDocument): (name: string) => ObjectsPage {
  const { schemas: named, ...shared } = document.components
  const schemas = recordOf(named)
  const known = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (known.has(name)) continue
      known.add(name)
      visit(schemas[name])
    }
  }
  const ofStores = Object.entries(document.paths).filter(([path]) => !path.startsWith('/lender'))
  visit([ofStores, shared, document.webhooks])
  return (name) => (known.has(name) ? 'objects' : 'lender-objects')
}
