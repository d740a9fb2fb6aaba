/** The changes of an action, in the form that every reader of the log may see. */
import { isDeepStrictEqual } from 'node:util'
import type { Changes } from '../../model/actions/action.ts'
import { withoutKeys } from '../../model/keys/api-key.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields in which two states differ (absent is null); those of `hidden` without values. */
export function changesOf(
  before: Fields,
  after: Fields,
  hidden: ReadonlySet<string> = new Set(),
): Changes {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const differs = (name: string) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)
  const changed = [...names].filter(differs)
  return Object.fromEntries(
    changed.map((name) => {
      const [old, next] = [shown(before[name]), shown(after[name])]
      const isHidden = hidden.has(name) || isDeepStrictEqual(old, next)
      return [name, isHidden ? 'changed' : { old, new: next }]
    }),
  )
}

/** As JSON, without possible secrets: keys, and the parts of URLs besides their path. */
function shown(value: unknown): unknown {
  const text = JSON.stringify(value ?? null, (_, each) => withoutQuery(each))
  return JSON.parse(withoutSecrets(text))
}

function withoutQuery(value: unknown): unknown {
  if (typeof value !== 'string' || !/^https?:/i.test(value)) return value
  const url = URL.parse(value)
  if (url === null) return value
  const end = url.search === '' && url.hash === '' ? '' : '?…'
  return `${url.origin}${url.pathname}${end}`
}

export function withoutSecrets(text: string): string {
  return withoutKeys(text).replace(/whsec_[A-Za-z0-9+/=]+/g, '…')
}
