/** The differences of two recordings of the same requests, as text. */
import type { Content, Exchange, Line, Sent } from './journal.ts'

type Comparison = {
  readonly equal: number
  readonly different: number
  /** Of the different ones, how many are equal except for ids. */
  readonly onlyIds: number
  /** Of answers by route, and of messages. */
  readonly byRoute: ReadonlyMap<string, number>
  /** The first one of each route, as a text of several lines. */
  readonly first: readonly string[]
}

const SHOWN = 8
/** How much equal text precedes a difference in a long text. */
const BEFORE = 40
const MEMBERS_SHOWN = 12
const VALUE_SHOWN = 160
const ID = /[0-9a-f]{32}/g

export function compare(before: readonly Line[], after: readonly Line[]): Comparison {
  const byRoute = new Map<string, number>()
  const first: string[] = []
  let equal = 0
  let onlyIds = 0
  for (const [key, [old, now]] of paired(before, after)) {
    const [was, is] = [JSON.stringify(old) ?? '', JSON.stringify(now) ?? '']
    if (was === is) {
      equal++
      continue
    }
    const { route, title } = key
    const isFirst = !byRoute.has(route)
    byRoute.set(route, (byRoute.get(route) ?? 0) + 1)
    if (was.replace(ID, 'id') === is.replace(ID, 'id')) onlyIds++
    if (isFirst && first.length < SHOWN) first.push([title, ...differences(old, now)].join('\n'))
  }
  const different = [...byRoute.values()].reduce((sum, count) => sum + count, 0)
  return { equal, different, onlyIds, byRoute, first }
}

type Key = { readonly route: string; readonly title: string }
type Pair = readonly [old: Line | undefined, now: Line | undefined]

/** An answer with the one of the same number; a message with the one at the same index after it. */
function* paired(before: readonly Line[], after: readonly Line[]): Generator<[Key, Pair]> {
  const [one, other] = [placed(before), placed(after)]
  for (const place of new Set([...one.keys(), ...other.keys()])) {
    const pair = [one.get(place), other.get(place)] as const
    const line = pair[0] ?? pair[1]
    if (line !== undefined) yield [keyOf(line), pair]
  }
}

function placed(lines: readonly Line[]): Map<string, Line> {
  const byPath = new Map<string, Line>()
  let last = 0
  let messages = 0
  for (const line of lines) {
    if ('number' in line) {
      last = line.number
      messages = 0
    }
    byPath.set('after' in line ? `${last} sent ${++messages}` : `${last}`, line)
  }
  return byPath
}

function keyOf(line: Line): Key {
  if ('number' in line) {
    const { number, route, request } = line
    return { route, title: `request ${number}: ${request.method} ${request.path}` }
  }
  if ('after' in line) {
    return { route: 'messages', title: `a message after request ${line.after}` }
  }
  return { route: 'the beginning', title: 'the seed and how many' }
}

function differences(old: Line | undefined, now: Line | undefined): string[] {
  if (old === undefined) return ['  was not there before', `  now ${shown(now)}`]
  if (now === undefined) return ['  is not there any more', `  was ${shown(old)}`]
  const [was, is] = [members(tree(old)), members(tree(now))]
  const lines = [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => `  ${name}: ${change(was.get(name), is.get(name))}`)
  const rest = lines.length - MEMBERS_SHOWN
  return [
    ...lines.slice(0, MEMBERS_SHOWN),
    ...(rest > 0 ? [`  and ${rest} more members`] : []),
    ...('number' in old && 'number' in now
      ? [`  answered before: ${answered(old)}`, `  answered now:    ${answered(now)}`]
      : []),
  ]
}

/** Of long texts the part around their first difference. */
function change(was = 'absent', is = 'absent'): string {
  const same = was.split('').findIndex((character, index) => character !== is[index])
  const from = Math.max(0, (same < 0 ? was.length : same) - BEFORE)
  if (from === 0 || was.length <= VALUE_SHOWN) return `${cut(was)} → ${cut(is)}`
  return `…${cut(was.slice(from))} → …${cut(is.slice(from))}`
}

const answered = ({ answer }: Exchange): string => `${answer.status} ${cut(written(answer.body))}`
const cut = (text = 'absent'): string =>
  text.length > VALUE_SHOWN ? `${text.slice(0, VALUE_SHOWN)}…` : text
const shown = (line: Line | undefined): string => cut(JSON.stringify(line))

function written(content: Content): string {
  if ('text' in content) return content.text
  return 'base64' in content ? content.base64 : content.start
}

/** With JSON bodies as trees, and headers by name. */
function tree(line: Line): unknown {
  if ('seed' in line) return line
  const part: Exchange['answer'] | Sent['message'] = 'after' in line ? line.message : line.answer
  const { headers, body, ...rest } = part
  return {
    ...('number' in line ? { request: line.request } : {}),
    ...rest,
    headers: Object.fromEntries(headers),
    body: 'text' in body ? parsed(body.text) : body,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Each leaf of a tree, by its path, in order. */
function members(value: unknown, path = '', byPath = new Map<string, string>()) {
  if (typeof value !== 'object' || value === null) return byPath.set(path, JSON.stringify(value))
  const entries = Object.entries(value)
  if (entries.length === 0) return byPath.set(path, JSON.stringify(value))
  for (const [name, each] of entries) members(each, path === '' ? name : `${path}.${name}`, byPath)
  return byPath
}
