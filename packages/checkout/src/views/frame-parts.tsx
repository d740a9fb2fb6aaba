/** The elements around every step. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Progress, State, Step } from '../flow/types.ts'
import { BagIcon, ChevronIcon, ClockIcon, CrossIcon } from './icons.tsx'
import { type Language, languages } from './texts/languages.ts'
import { useWriting, type ViewProps } from './view.ts'

const STEPS = ['offers', 'data', 'signature'] as const
/** The index of the buyer's step; -1: another one. */
const placeOf = (step: Step): number => STEPS.findIndex((each) => each === step)
/** The time left from which buyers see a warning. */
const SOON_SECONDS = 300
/** Buyers with more time are not hurried. */
const SHOWN_SECONDS = 600

export function Header({ state, actions }: ViewProps) {
  const { texts, language } = useWriting()
  const { step, progress } = state
  // The demo's live mode uses the same test people.
  const isTest = progress !== null && (progress.sandbox || progress.people.length > 0)
  const mayLeave = state.canLeave && (placeOf(step) !== -1 || step === 'waiting')
  return (
    <header class="top">
      <div class="bar">
        <div class="store">
          <p>{progress === null ? texts.page : <StoreName store={progress.store} />}</p>
          {/* Its line is there from the start: nothing moves when it is filled. */}
          <p class="ribbon">{isTest && texts.testMode}</p>
        </div>
        <label class="language">
          <span class="unseen">{texts.language}</span>
          <select
            data-action="language"
            value={language}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              if (isLanguage(chosen)) actions.setLanguage(chosen)
            }}
          >
            {Object.entries(languages).map(([code, { name }]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
          <ChevronIcon />
        </label>
        {mayLeave && (
          <button
            type="button"
            class="round"
            aria-label={texts.leave}
            data-action="leave"
            onClick={() => actions.leave()}
          >
            <CrossIcon />
          </button>
        )}
      </div>
    </header>
  )
}

/** In rem: as high as the name that it replaces, and no wider than a phone allows. */
const LOGO_HIGH = 1.5
const LOGO_WIDE_MAX = 10

function StoreName({ store }: { readonly store: Progress['store'] }) {
  const { logo, name } = store
  if (logo === null) return <>{name}</>
  const { root = '' } = document.documentElement.dataset
  const wide = Math.min(LOGO_WIDE_MAX, (LOGO_HIGH * logo.width) / logo.height)
  // Set before it loads: nothing moves then.
  const style = { inlineSize: `${wide}rem`, blockSize: `${LOGO_HIGH}rem` }
  return <img class="logo" src={root + logo.path} alt={name} style={style} />
}

const isLanguage = (code: string): code is Language => code in languages

export function Steps({ state }: { readonly state: State }) {
  const { texts } = useWriting()
  const at = placeOf(state.step)
  if (at === -1) return null
  return (
    <ol class="steps" aria-label={texts.steps}>
      {STEPS.map((each, index) => (
        <li
          key={each}
          class={index < at ? 'done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span class="unseen">{texts.stepOf(index + 1, STEPS.length)}</span>
          {texts.stepNames[each]}
        </li>
      ))}
    </ol>
  )
}

const isSoon = ({ secondsLeft }: State) => secondsLeft !== null && secondsLeft <= SOON_SECONDS
const minutesOf = ({ secondsLeft }: State) => Math.max(1, Math.ceil((secondsLeft ?? 0) / 60))

/** The time until which the buyer may sign, shown calmly while there is time. */
export function Expiry({ state }: { readonly state: State }) {
  const { texts, formats } = useWriting()
  const { secondsLeft, progress } = state
  if (secondsLeft === null || secondsLeft > SHOWN_SECONDS || !progress?.expires_at) return null
  const soon = isSoon(state)
  const minutes = minutesOf(state)
  return (
    <p class={soon ? 'expiry soon' : 'expiry'}>
      <ClockIcon />
      {soon
        ? texts.expiry.soon(minutes)
        : texts.expiry.until(formats.time(progress.expires_at), minutes)}
    </p>
  )
}

/** The same announced once, when little time is left. */
export function ExpirySpoken({ state }: { readonly state: State }) {
  const { texts } = useWriting()
  const announcement = useRef<number | null>(null)
  const soon = isSoon(state) && placeOf(state.step) !== -1
  announcement.current = soon ? (announcement.current ?? minutesOf(state)) : null
  return (
    <p role="status" class="unseen">
      {announcement.current !== null && texts.expiry.soon(announcement.current)}
    </p>
  )
}

export function Offline({ state }: { readonly state: State }) {
  const { texts } = useWriting()
  return <div role="status">{state.offline && <p class="offline">{texts.offline}</p>}</div>
}

const ARTICLES_SHOWN = 6

export function Basket({ state }: { readonly state: State }) {
  const { texts, formats } = useWriting()
  const wide = useWide()
  const { progress } = state
  if (progress === null) return null
  const { store, articles, total_amount } = progress
  const total = formats.money(total_amount)
  // A store without a lender of its own grants the credit itself.
  const lender = store.lender ?? store.name
  const title = store.name === '' ? texts.basket.title : texts.basket.of(store.name)
  const sum = articles.reduce((all, { price, quantity }) => all + price * quantity, 0)
  // Prices are sent without tax: they are shown if they equal the amounts to pay.
  const priced = sum === total_amount
  const content = (
    <>
      <ul class="articles">
        {articles.slice(0, ARTICLES_SHOWN).map(({ name, quantity, price }, index) => (
          <li key={`${index} ${name}`}>
            <span>
              {quantity > 1 && `${quantity} × `}
              {name}
            </span>
            {priced && <span>{formats.money(price * quantity)}</span>}
          </li>
        ))}
        {articles.length > ARTICLES_SHOWN && (
          <li class="soft">{texts.basket.more(articles.length - ARTICLES_SHOWN)}</li>
        )}
      </ul>
      <p class="sum">
        <span>{texts.basket.total}</span>
        <strong>{total}</strong>
      </p>
      {lender !== '' && <p class="hint">{texts.basket.lender(lender)}</p>}
    </>
  )
  return (
    <aside class="basket" aria-label={texts.basket.title}>
      {wide ? (
        <>
          <h2>{title}</h2>
          {content}
        </>
      ) : (
        <details>
          <summary class="bill">
            <BagIcon />
            <span class="grows">
              {texts.basket.title}
              {lender !== '' && <span class="hint"> {texts.basket.lender(lender)}</span>}
            </span>
            <strong>{total}</strong>
          </summary>
          {content}
        </details>
      )}
    </aside>
  )
}

/** As in style.css: from this width on the purchase is beside the steps. */
const WIDE = '(min-width: 60rem)'

function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const update = () => setWide(media.matches)
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  return wide
}
