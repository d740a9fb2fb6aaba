/** The frame of every screen: the mode, the menu, the user. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { liveBy } from '../client/live-state.ts'
import { pending } from '../client/pending.ts'
import { useRoles } from '../client/powers.ts'
import { hasEnded, me } from '../client/session.ts'
import { site } from '../client/site.ts'
import { sought } from '../client/sought.ts'
import { isOfStore, rolesOf } from '../client/store.ts'
import { FirstFailure } from '../parts/states.tsx'
import { Words } from '../parts/values.tsx'
import { WhoAmI } from '../screens/sign-in/who-am-i.tsx'
import { t, word } from '../texts/texts.ts'
import { isHelpOpen } from './keys.ts'
import { apiQuery, go, href, isSandbox, place } from './place.ts'
import type { Screen } from './screen.ts'
import { listOf, screens } from './screens.ts'
import { StoreSwitch } from './store-switch.tsx'

type FrameProps = {
  readonly screen: Screen | undefined
  /** Without a menu: nothing else can be opened. */
  readonly isBare: boolean
  readonly children: ComponentChildren
}

export function Frame({ screen, isBare, children }: FrameProps) {
  const sandbox = isSandbox.value
  const follows = !isBare && !hasEnded.value && (me.value?.roles ?? []).length > 0
  useEffect(() => (follows ? followLate(sandbox) : undefined), [sandbox, follows, me.value?.id])
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <header class={isSandbox.value ? 'top sandbox' : 'top'}>
        <a class="brand" href={href('/')}>
          {site.brand} <span>{t.desk}</span>
        </a>
        {!isBare && <ModeSwitch />}
        {isBare ? <span class="grows" /> : <Search />}
        <button
          type="button"
          class="quiet wide-only"
          onClick={() => {
            isHelpOpen.value = true
          }}
        >
          {t.keysButton} <kbd>?</kbd>
        </button>
        {isOfStore.value && !isBare && <StoreSwitch />}
        {site.isDemo && !isBare && <WhoAmI />}
        <a class="who" href={href('/me')}>
          <Words>{me.value?.name ?? ''}</Words>
          <small>{rolesOf().map(word).join(', ')}</small>
        </a>
      </header>
      <div class={isBare ? 'bare' : 'sides'}>
        {!isBare && <Menu screen={screen} />}
        <main id="content" tabIndex={-1} aria-busy={pending.value > 0}>
          {!isBare && <RolesMissing />}
          {children}
          {liveBy.value === 'polling' && <p class="hint">{t.states.polling}</p>}
        </main>
      </div>
    </div>
  )
}

/** Without them a page offers nothing to do, and home has no figures. */
const RolesMissing = () => <FirstFailure of={[useRoles()]} title={t.states.rolesMissing} />

/** After the page is drawn: further files are loaded then. */
function followLate(sandbox: boolean): () => void {
  const left = new AbortController()
  import('../client/live.ts').then(
    ({ follow }) => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', follow(sandbox))
    },
    // The files of this version are gone: the page stays as it is.
    () => {},
  )
  return () => left.abort()
}

/** Over everything; the search term is passed on in memory, and cleared here. */
function Search() {
  return (
    <search class="grows">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sought.value = String(new FormData(event.currentTarget).get('sought') ?? '').trim()
          event.currentTarget.reset()
          go(href('/search'))
        }}
      >
        <input
          type="search"
          name="sought"
          data-search
          autocomplete="off"
          maxLength={200}
          aria-label={t.box.label}
          placeholder={t.box.label}
        />
        <button type="submit">{t.box.go}</button>
      </form>
    </search>
  )
}

/** A word and a colour show the mode; the URL keeps it. */
function ModeSwitch() {
  const { live, sandbox, to } = t.mode
  const [shown, other] = isSandbox.value ? [sandbox, live] : [live, sandbox]
  // Another mode has other rows: an open one is left for its list.
  const path = listOf(place.value.path)
  const isList = place.value.path === path
  return (
    <a
      class="mode"
      href={href(path, isList ? apiQuery.value : '', { sandbox: !isSandbox.value })}
      aria-label={`${t.modeLabel}: ${shown}. ${to(other)}`}
      title={to(other)}
    >
      {shown}
    </a>
  )
}

const groups = ['first', 'book', 'money', 'stores', 'house', 'store', 'developers'] as const

function Menu({ screen }: { screen: Screen | undefined }) {
  const menu = useRef<HTMLElement>(null)
  // Of a long one, and on a phone of any, a part is seen.
  useEffect(() => {
    const show = () => {
      const here = menu.current?.querySelector<HTMLElement>('[aria-current]')
      if (here) menu.current?.scrollTo(here.offsetLeft - 16, here.offsetTop - 200)
    }
    show()
    // A tablet that is turned has it along the other side.
    const upright = matchMedia('(min-width: 64rem)')
    upright.addEventListener('change', show)
    return () => upright.removeEventListener('change', show)
  }, [screen])
  return (
    <nav class="menu" aria-label={t.menu} ref={menu}>
      {groups.map((group) => {
        const within = screens().filter((each) => each.group === group)
        if (within.length === 0) return null
        return (
          <div key={group}>
            {group !== 'first' && <p>{t.groups[group]}</p>}
            <ul>
              {within.map((each) => (
                <li key={each.name}>
                  <a
                    href={href(each.path, each.query)}
                    aria-current={isWithin(screen, each) ? 'page' : undefined}
                  >
                    {t.screens[each.name]}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

const isWithin = (screen: Screen | undefined, each: Screen): boolean =>
  screen === each || (each.path !== '/' && screen?.path.startsWith(`${each.path}/`) === true)
