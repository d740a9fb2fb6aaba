import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Progress, State, Step } from '../flow/types.ts'
import { Challenge, Loading, Waiting } from './after-signature.tsx'
import { Data } from './data.tsx'
import { Basket, ExpirySpoken, Header, Offline, Steps } from './frame-parts.tsx'
import { Offers } from './offers.tsx'
import { ProblemPage } from './problem.tsx'
import { ResultPage, resultTitle } from './result.tsx'
import { Signature } from './signature.tsx'
import type { Texts } from './texts/es.ts'
import { type ViewProps, WritingProvider, writingOf } from './view.ts'
import './style.css'

/** The buyer's page for a state. */
export function App({ state, actions }: ViewProps) {
  const { language, step, progress } = state
  const currency = progress?.currency.code ?? 'EUR'
  const writing = useMemo(() => writingOf(language, currency), [language, currency])
  useTitle(writing.texts, state)
  useColor(progress?.store)
  const props = { state, actions }
  return (
    <WritingProvider value={writing}>
      <div class={progress === null ? 'page single' : 'page'}>
        <Header {...props} />
        <div class="columns">
          <Basket state={state} />
          {/* What takes the place of the waiting is new: nothing that was there moves. */}
          <main key={`${progress === null}`} aria-busy={step === 'loading'}>
            <Offline state={state} />
            <Steps state={state} />
            <StepView {...props} />
            <ExpirySpoken state={state} />
          </main>
        </div>
      </div>
    </WritingProvider>
  )
}

function StepView({ state, actions }: ViewProps) {
  const props = { state, actions }
  switch (state.step) {
    case 'loading':
      return <Loading />
    case 'offers':
      return <Offers {...props} />
    case 'data':
      return <Data {...props} />
    case 'signature':
      return <Signature {...props} />
    case 'challenge':
      return <Challenge {...props} />
    case 'waiting':
      return <Waiting {...props} />
    case 'result':
      return <ResultPage {...props} />
    case 'problem':
      return <ProblemPage {...props} />
  }
}

/** The store's own colour; a value becomes a style only if it is a colour. */
function useColor(store: Progress['store'] | undefined): void {
  const { color = null, text_color: text = null } = store ?? {}
  useLayoutEffect(() => {
    const { classList, style } = document.documentElement
    const isColor = [color, text].every((each) => /^#[0-9a-f]{6}$/.test(each ?? ''))
    classList.toggle('branded', isColor)
    style.setProperty('--brand', isColor ? color : null)
    style.setProperty('--on-brand', isColor ? text : null)
  }, [color, text])
}

/** The window title, the language and the focus follow the step. */
function useTitle(texts: Texts, { step, result, problem, progress, language }: State): void {
  const shown = useRef<string | null>(null)
  const what = titleOf(texts, step, result, problem)
  const store = progress?.store.name ?? ''
  useLayoutEffect(() => {
    document.title = texts.title(what, store)
    document.documentElement.lang = language
  }, [what, store, language])
  // For screen readers the heading of each step receives the focus.
  const place = `${step} ${result?.status} ${problem?.kind}`
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = place
    if (before === null) return
    scrollTo(0, 0)
    document.getElementById('title')?.focus({ preventScroll: true })
  }, [place])
}

function titleOf(
  texts: Texts,
  step: Step,
  result: State['result'],
  problem: State['problem'],
): string {
  if (step === 'result') return result === null ? texts.page : resultTitle(texts, result)
  if (step === 'problem') return problem === null ? texts.page : texts.problem[problem.kind].title
  return texts[step].title
}
