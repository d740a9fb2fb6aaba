/**
 * The views by themselves: any state is shown on demand, what is pressed is written down, and the
 * steps before the signature follow each other as they do in the flow.
 */
import { render } from 'preact'
import type { Actions, State } from '../../../packages/checkout/src/flow/types.ts'
import { App } from '../../../packages/checkout/src/views/app.tsx'
import { languages } from '../../../packages/checkout/src/views/texts/languages.ts'
import { type StateName, states } from './states.ts'

export type Gallery = {
  show(name: StateName, change?: Partial<State>): void
  readonly said: unknown[]
}

/** Longer than any language, and marked: what is not marked did not come from the texts. */
function marked(texts: unknown): unknown {
  if (typeof texts === 'string') return `⟦${texts} ${'ñ'.repeat(Math.ceil(texts.length / 3))}⟧`
  if (typeof texts === 'function') return (...values: unknown[]) => marked(texts(...values))
  const entries = Object.entries(texts as object)
  return Object.fromEntries(
    entries.map(([name, text]) => [name, name === 'locale' ? text : marked(text)]),
  )
}
if (location.search === '?marked') Object.assign(languages, { es: marked(languages.es) })

const said: unknown[] = []
let state: State = states.loading
const root = document.getElementById('app') ?? document.body

function become(next: Partial<State>): void {
  state = { ...state, ...next }
  draw()
}

const tell = (...words: unknown[]): void => {
  said.push(words)
}
const paper =
  '<!doctype html><html lang="es"><title>Documento</title><h1>Documento</h1><p>Texto</p>'

const actions: Actions = {
  choose(chosen) {
    tell('choose', chosen.product, chosen.num_instalments)
    become({ chosen })
  },
  next: () => become({ step: 'data' }),
  back: () => become({ step: state.step === 'signature' ? 'data' : 'offers' }),
  type: (typed) => become({ typed }),
  async saveBuyer(buyer) {
    tell('save', buyer)
    become({ buyer, typed: null, step: 'signature' })
  },
  cardEntered(card) {
    tell('card', card)
    become({ card })
  },
  forgetCard: () => become({ card: null }),
  cardFrameUrl: () => (state.progress?.card_frame ? '/card-frame' : null),
  async sign() {
    tell('sign')
    become({ step: 'waiting', busy: false })
  },
  async settleChallenge(outcome) {
    tell('challenge', outcome)
  },
  async leave() {
    tell('leave')
  },
  stay: () => become({ leavingIn: null }),
  async retry() {
    tell('retry')
  },
  setLanguage: (language) => become({ language }),
  async documentUrl(kind) {
    tell('document', kind)
    return URL.createObjectURL(new Blob([paper], { type: 'text/html' }))
  },
}

function draw(): void {
  render(<App state={state} actions={actions} />, root)
}

Object.assign(window, {
  gallery: {
    said,
    show(name, change = {}) {
      state = { ...states[name], ...change }
      draw()
    },
  } satisfies Gallery,
})
draw()
