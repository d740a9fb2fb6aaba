/** The address is where a person is, and what they have requested: it is the state of the desk. */
import { computed, signal } from '@preact/signals'
import { me } from '../client/session.ts'
import { site } from '../client/site.ts'

const BASE = `${site.root}/desk`

type Place = {
  /** Behind `/desk`, without a slash at its end; `/` is the first page. */
  readonly path: string
  readonly query: string
}

function placeNow({ pathname, search }: Pick<URL, 'pathname' | 'search'> = location): Place {
  const path = pathname.slice(BASE.length).replace(/\/+$/, '')
  return { path: path === '' ? '/' : path, query: search.replace(/^\?/, '') }
}

export const place = signal<Place>(placeNow())

/** Kept in the address, so that a copied one shows the same. */
export const isSandbox = computed(
  () => new URLSearchParams(place.value.query).get('mode') === 'sandbox',
)

/** Which store, where somebody of several has chosen one. */
const store = computed(() =>
  me.value?.kind === 'store' ? new URLSearchParams(place.value.query).get('store') : null,
)

/** The query of the API: what the address says but for the mode, the store and the action. */
export const apiQuery = computed(() => {
  const query = new URLSearchParams(place.value.query)
  query.delete('mode')
  query.delete('act')
  if (store.value !== null) query.delete('store')
  return query.toString()
})

type Where = { readonly sandbox?: boolean; readonly storeId?: string | null }

/** The address of a place in the desk, in the mode and the store that are shown. */
export function href(path: string, query = '', where: Where = {}): string {
  const { sandbox = isSandbox.value, storeId = store.value } = where
  const of = storeId === null ? '' : `store=${encodeURIComponent(storeId)}`
  const parts = [query, sandbox ? 'mode=sandbox' : '', of].filter((part) => part !== '')
  return addressOf({ path, query: parts.join('&') })
}

const addressOf = ({ path, query }: Place): string =>
  `${BASE}${path === '/' ? '' : path}${query === '' ? '' : `?${query}`}`

/** The path that the browser's own buttons have just left; '': a link was followed. */
export let cameFrom = ''

type Going = { readonly replace?: boolean }

/** Undefined: there is nothing to wait for. If it rejects, the page stays. */
type Wait = (path: string, address: string) => Promise<void> | undefined
let waitFor: Wait = () => undefined

/** Before a page is left. */
export function waitBefore(wait: Wait): void {
  waitFor = wait
}

/** Of several that wait the last one counts. */
let turn = 0

function leave(path: string, address: string, onReady: () => void, onStay = () => {}): void {
  const own = ++turn
  const coming = waitFor(path, address)
  const isLast = () => own === turn
  if (coming === undefined) onReady()
  else
    void coming.then(
      () => isLast() && onReady(),
      () => isLast() && onStay(),
    )
}

export function go(address: string, going: Going = {}): void {
  const { path } = placeNow(new URL(address, location.href))
  leave(path, address, () => arrive(address, going))
}

function arrive(address: string, { replace = false }: Going): void {
  keepScroll()
  cameFrom = ''
  if (replace) history.replaceState(history.state, '', address)
  else history.pushState({ y: 0 }, '', address)
  const { path } = place.value
  place.value = placeNow()
  if (!replace && path !== place.value.path) scrollTo(0, 0)
}

/** Coming back finds the page where it was left. */
function keepScroll(): void {
  history.replaceState({ ...history.state, y: scrollY }, '')
}

function isOwn(link: HTMLAnchorElement): boolean {
  const isHere = link.origin === location.origin && link.target === '' && !link.download
  return isHere && (link.pathname === BASE || link.pathname.startsWith(`${BASE}/`))
}

/** Links are links: only a plain click on one of ours is taken from the browser. */
export function followLinks(): void {
  history.scrollRestoration = 'manual'
  addEventListener('scrollend', keepScroll)
  addEventListener('popstate', (event) => {
    const before = place.value
    const show = () => {
      cameFrom = `${BASE}${before.path}`
      place.value = placeNow()
      const { y = 0 } = event.state ?? {}
      requestAnimationFrame(() => scrollTo(0, y))
    }
    const stay = () => history.pushState({ y: scrollY }, '', addressOf(before))
    leave(placeNow().path, location.href, show, stay)
  })
  addEventListener('click', (event) => {
    const { target, button } = event
    const isPlain = button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    const link = target instanceof Element ? target.closest('a') : null
    if (!isPlain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
    if (!isOwn(link) || link.hash !== '') return
    event.preventDefault()
    go(link.href)
  })
}
