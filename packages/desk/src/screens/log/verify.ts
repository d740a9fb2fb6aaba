/** Verifies rows of the log against the chain: recomputed here, from the API's answer. */
import type { ActionPage, Answered } from '@svc/api'

export type Action = Answered<typeof ActionPage>['results'][number]

export type Verdict = {
  /** Their hash is that of their content, and their content is what their row shows. */
  readonly right: number
  /** How many of them follow one another without a gap. */
  readonly joined: number
  /** Not in the chain yet. */
  readonly open: number
  /** The ids of altered ones. */
  readonly wrong: readonly string[]
}

const BYTES = new TextEncoder()

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', BYTES.encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hashed members, by column; undefined: invalid. */
function membersOf(content: string): ReadonlyMap<string, string> | undefined {
  const bytes = BYTES.encode(content)
  const members = new Map<string, string>()
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to))
  const [COLON, BAR] = [58, 124]
  for (let at = 0; at < bytes.length; ) {
    const named = bytes.indexOf(COLON, at)
    const sized = bytes.indexOf(COLON, named + 1)
    const end = sized + 1 + Number(text(named + 1, sized))
    if (named < 0 || sized < 0 || bytes[end] !== BAR) return undefined
    members.set(text(at, named), text(sized + 1, end))
    at = end + 1
  }
  return members
}

/** Each member of a row that the screen shows, in its hashed form; undefined: none. */
function shownIn(action: Action): readonly (readonly [column: string, text: string | undefined])[] {
  const { principal, object, reason } = action
  const members = {
    ...{ id: action.id, at: action.at, action: action.action, outcome: action.outcome },
    ...{ principal_kind: principal.kind, principal_id: principal.id },
    ...{ principal_name: principal.name, object_kind: object?.kind, object_id: object?.id },
    ...{ reason_code: reason?.code, store_id: action.store_id, person_id: action.person_id },
    ...{ refusal: action.refusal, address: action.address, count: String(action.count) },
    ...{ route: action.route, approval_id: action.approval_id },
  }
  return Object.entries(members).map(([column, text]) => [column, text ?? undefined] as const)
}

/** Members of objects in a fixed order, so that equal values are equal texts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, plain(each)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function isShown(action: Action, members: ReadonlyMap<string, string>): boolean {
  const isSame = shownIn(action).every(([column, text]) => members.get(column) === text)
  const note = members.get('reason_note') ?? ''
  return (
    isSame &&
    note === (action.reason?.note ?? '') &&
    textOf(parsed(members.get('changes') ?? 'null')) === textOf(action.changes)
  )
}

const textOf = (value: unknown) => JSON.stringify(plain(value))

/** Undefined, which no row shows: invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function isRight(action: Action): Promise<boolean> {
  const { chain } = action
  if (chain === null) return true
  const members = membersOf(chain.content)
  if (members === undefined || !isShown(action, members)) return false
  return (await sha256(chain.previous_hash + (await sha256(chain.content)))) === chain.hash
}

/** Each by itself, and with the previous one if both are shown. */
export async function verify(actions: readonly Action[]): Promise<Verdict> {
  const placed = actions
    .filter(({ chain }) => chain !== null)
    .toSorted((a, b) => (a.chain?.place ?? 0) - (b.chain?.place ?? 0))
  const wrong = new Set<string>()
  let joined = 0
  for (const [index, action] of placed.entries()) {
    if (!(await isRight(action))) wrong.add(action.id)
    const [before, own] = [placed[index - 1]?.chain, action.chain]
    if (!before || !own || own.place !== before.place + 1) continue
    if (own.previous_hash === before.hash) joined++
    else wrong.add(action.id)
  }
  const open = actions.length - placed.length
  return { right: placed.length - wrong.size, joined, open, wrong: [...wrong] }
}
