/** The signed-in user, and the end of their session. */
import { signal } from '@preact/signals'
import type { Answered, DeskMeAnswer, LenderRolesAnswer } from '@svc/api'
import { ask, Failure } from './api.ts'
import { now } from './clock.ts'

export type Me = Answered<typeof DeskMeAnswer>
export type Roles = Answered<typeof LenderRolesAnswer>

/** Undefined: not loaded. Null: nobody. */
export const me = signal<Me | null | undefined>(undefined)
/** The session has ended while a page is open: its user signs in over it. */
export const hasEnded = signal(false)

/** Without a cookie a route of the lender requires a key. */
const isSignedOut = (error: unknown): boolean => error instanceof Failure && error.status === 401

/** A refusal which says that nobody is signed in any more. */
export function endSessionOn(error: unknown): void {
  if (isSignedOut(error)) end()
}

export function end(): void {
  if (me.value) hasEnded.value = true
  else me.value = null
}

const askMe = () => ask<Me>({ path: '/lender/me' })
let early: Promise<Me> | undefined

/** Requested while the texts are loaded: each takes a round trip. */
export function findMeEarly(): void {
  early = askMe()
  // A failure is handled by the function that uses it.
  early.catch(() => {})
}

export async function findMe(): Promise<void> {
  const coming = early ?? askMe()
  early = undefined
  try {
    enter(await coming)
  } catch (error) {
    if (isSignedOut(error)) me.value = null
    else throw error
  }
}

/** Other tabs of this browser share the cookie: they follow. */
const tabs = new BroadcastChannel('desk')
tabs.addEventListener('message', ({ data }) => {
  if (data === 'out') leave()
  // The user may have changed: a page of another user is drawn again.
  if (data === 'in') void findMe().catch(() => {})
})

/** Somebody has signed out: a new page discards everything this one has shown. */
function leave(): void {
  if (me.value !== null) location.reload()
}

const TICK_MS = 5_000
const ASLEEP_MS = 60_000

/** A suspended tab may have missed messages of the others. */
async function wake(): Promise<void> {
  if (!me.value || hasEnded.value || document.hidden) return
  try {
    enter(await askMe())
  } catch (error) {
    // Signing out has removed the cookie; after an expiry the input is kept.
    if (error instanceof Failure && error.code === 'session_missing') leave()
    else endSessionOn(error)
  }
}
for (const name of ['visibilitychange', 'resume'] as const) {
  document.addEventListener(name, () => void wake())
}
let tickedAt = now()
setInterval(() => {
  // The machine was suspended, and the page with it.
  if (now() - tickedAt > ASLEEP_MS) void wake()
  tickedAt = now()
}, TICK_MS)

/** Loads the signed-in user. */
export function enter(who: Me): void {
  const isOther = me.value && me.value.id !== who.id
  me.value = who
  hasEnded.value = false
  // Nothing that another user has seen remains.
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
    if (!isSignedOut(error)) throw error
  }
  tabs.postMessage('out')
  leave()
}
