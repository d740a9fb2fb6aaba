/** The operations of the OpenAPI document that a store's session may try in the sandbox. */
import { type Operation, recordAt, recordOf, recordsOf } from '@svc/api'

export type Document = {
  readonly paths?: unknown
  readonly servers?: unknown
  readonly components?: unknown
}

/** Operations that affect both modes, or people: the sandbox does not isolate them. */
const OF_BOTH = /^\/(lender|merchants)\/|^\/me\/(staff|api-keys|requests|notification-secret)/
const isOfBoth = ({ method, path }: Operation) =>
  OF_BOTH.test(path) || (path === '/me' && method === 'patch')

const hasSession = ({ of }: Operation) =>
  recordsOf(of.security).some((scheme) => 'deskCookie' in scheme)

/** Files and pages are not shown as answers. */
const isJson = ({ of }: Operation) =>
  Object.entries(recordOf(of.responses)).some(
    ([status, answer]) =>
      status.startsWith('2') &&
      (status === '204' || 'application/json' in recordAt(answer, 'content')),
  )

/** By path, as in the document. */
export function operationsOf({ paths }: Document): Operation[] {
  const all = Object.entries(recordOf(paths)).flatMap(([path, methods]) =>
    Object.entries(recordOf(methods)).map(([method, of]) => ({ method, path, of: recordOf(of) })),
  )
  return all.filter((each) => hasSession(each) && isJson(each) && !isOfBoth(each))
}

/** The parameters of a path. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
