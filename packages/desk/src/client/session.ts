/** Who is signed in, and what happens when nobody is any more. */
import { signal } from '@preact/signals'
import type { Answered, DeskMeAnswer, LenderRolesAnswer } from '@svc/api'
import { ask, Failure } from './api.ts'
import { now } from './clock.ts'

export type Me = Answered<typeof DeskMeAnswer>
export type Roles = Answered<typeof LenderRolesAnswer>

/** Undefined: nobody knows yet. Null: nobody. */
export const me = signal<Me | null | undefined>(undefined)
/** The session has ended under a page that is open: its person signs in over it. */
export const hasEnded = signal(false)

/** Without a cookie a route of the lender asks for a key. */
const saysNobody = (error: unknown): boolean => error instanceof Failure && error.status === 401

/** A refusal that says that nobody is signed in any more. */
export function noteEnd(error: unknown): void {
  if (saysNobody(error)) end()
}

export function end(): void {
  if (me.value) hasEnded.value = true
  else me.value = null
}

export async function findMe(): Promise<void> {
  try {
    enter(await ask<Me>({ path: '/lender/me' }))
  } catch (error) {
    if (saysNobody(error)) me.value = null
    else throw error
  }
}

/** Other tabs of this browser have the same cookie: they follow. */
const tabs = new BroadcastChannel('desk')
tabs.addEventListener('message', ({ data }) => {
  if (data === 'out') leave()
  // As whom, may have changed: a page of somebody else is drawn anew.
  if (data === 'in') void findMe().catch(() => {})
})

/** Somebody has signed out: a new page knows nothing of what this one has shown. */
function leave(): void {
  if (me.value !== null) location.reload()
}

const TICK_MS = 5_000
const ASLEEP_MS = 60_000

/** A tab that has slept may have missed what the others said. */
async function wake(): Promise<void> {
  if (!me.value || hasEnded.value || document.hidden) return
  try {
    enter(await ask<Me>({ path: '/lender/me' }))
  } catch (error) {
    // Signing out has removed the cookie; a session that only expired keeps what is typed.
    if (error instanceof Failure && error.code === 'session_missing') leave()
    else noteEnd(error)
  }
}
for (const name of ['visibilitychange', 'resume'] as const) {
  document.addEventListener(name, () => void wake())
}
let tickedAt = now()
setInterval(() => {
  // The machine has slept, and the page with it.
  if (now() - tickedAt > ASLEEP_MS) void wake()
  tickedAt = now()
}, TICK_MS)

/** Somebody is signed in: the service says who. */
export function enter(who: Me): void {
  const isOther = me.value && me.value.id !== who.id
  me.value = who
  hasEnded.value = false
  // Nothing of what another person has seen stays.
  if (isOther) location.reload()
}

export function entered(who: Me): void {
  enter(who)
  tabs.postMessage('in')
}

export async function signOut(): Promise<void> {
  try {
    await ask({ method: 'POST', path: '/lender/me/sign-out' })
  } catch (error) {
    if (!saysNobody(error)) throw error
  }
  tabs.postMessage('out')
  leave()
}
