/** Every step without looks, until the views are there. */
import { useEffect } from 'preact/hooks'
import type { Actions, BuyerDraft, State } from './flow/types.ts'

type Props = { readonly state: State; readonly actions: Actions }

export function Plain({ state, actions }: Props) {
  const { step, notice, problem, result } = state
  return (
    <main data-step={step}>
      {notice !== null && <p data-notice={notice}>{notice}</p>}
      {problem !== null && <p data-problem={problem.kind}>{problem.kind}</p>}
      {result !== null && (
        <p data-result={result.status}>
          {result.status} {result.reason}
        </p>
      )}
      {state.offline && <p data-offline="">offline</p>}
      {state.leavingIn !== null && <p data-leaving="">{state.leavingIn}</p>}
      {step === 'offers' &&
        state.offers.map((offer) => (
          <button
            type="button"
            data-offer={`${offer.product}-${offer.num_instalments}`}
            onClick={() => actions.choose(offer)}
          >
            {offer.product}
          </button>
        ))}
      {step === 'offers' && <Button name="next" run={actions.next} />}
      {step === 'data' && <Data state={state} actions={actions} />}
      {step === 'signature' && <Signature state={state} actions={actions} />}
      {step === 'challenge' && (
        <>
          <Button name="pass" run={() => actions.settleChallenge('pass')} />
          <Button name="fail" run={() => actions.settleChallenge('fail')} />
        </>
      )}
      {state.leavingIn !== null && <Button name="stay" run={actions.stay} />}
      {problem?.canRetry && <Button name="retry" run={actions.retry} />}
      {state.canLeave && <Button name="leave" run={actions.leave} />}
    </main>
  )
}

function Button({ name, run }: { name: string; run: () => unknown }) {
  return (
    <button type="button" data-action={name} onClick={() => void run()}>
      {name}
    </button>
  )
}

const names = ['first_name', 'last_name', 'phone', 'birthday', 'document_id', 'income'] as const

function Data({ state, actions }: Props) {
  const save = () => {
    const typed = names.map((name) => [
      name,
      (document.getElementsByName(name)[0] as HTMLInputElement | undefined)?.value ?? '',
    ])
    return actions.saveBuyer(Object.fromEntries(typed) as BuyerDraft)
  }
  return (
    <>
      {names.map((name) => (
        <input name={name} defaultValue={state.buyer[name]} aria-label={name} />
      ))}
      <Button name="save" run={save} />
      <Button name="back" run={actions.back} />
    </>
  )
}

function Signature({ state, actions }: Props) {
  const url = state.card === null ? actions.cardFrameUrl() : null
  useEffect(() => {
    const hear = ({ data }: MessageEvent) => data?.event === 'card' && actions.cardEntered(data)
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [actions])
  return (
    <>
      {url !== null && <iframe title="card" src={url} />}
      <input type="checkbox" name="consent" aria-label="consent" />
      {state.card !== null && <Button name="forget-card" run={actions.forgetCard} />}
      <Button name="sign" run={actions.sign} />
      <Button name="back" run={actions.back} />
    </>
  )
}
