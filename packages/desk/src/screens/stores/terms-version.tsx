import type { Answered as AnswerOf, TermsAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { differencesOf } from '../../parts/differences.ts'
import { Fault } from '../../parts/form.tsx'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Done } from '../../parts/money/done.tsx'
import { Changes } from '../../parts/money/effects.tsx'
import { useOnce } from '../../parts/money/once.ts'
import { Panel } from '../../parts/money/panel.tsx'
import { Reason, reasonOf } from '../../parts/money/reason.tsx'
import { Facts, Moment } from '../../parts/values.tsx'
import { isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { th } from '../../texts/house.ts'

type Terms = AnswerOf<typeof TermsAnswer>

const TONES = { coming: 'warn', in_force: 'good', past: '', withdrawn: '' } as const

type VersionProps = {
  readonly terms: Terms
  /** What held, or was to hold, when it begins; undefined: it is the first one. */
  readonly before: Terms | undefined
  readonly storeId: string
  readonly currency: string
}

export function Version({ terms, before, storeId, currency }: VersionProps) {
  const { version, state, created, withdrawn, effective_from: from } = terms
  return (
    <details class="block" open={before !== undefined && TONES[state] !== ''}>
      <summary>
        <strong>{th.terms.version(version)}</strong>{' '}
        <span class={`state ${TONES[state]}`}>{th.terms.states[state]}</span> <Moment at={from} />
      </summary>
      <div class="stack">
        <Facts
          facts={[
            ['created', <Moment key="created" at={created} />],
            ...(withdrawn === null
              ? []
              : [['withdrawn_at', <Moment key="withdrawn" at={withdrawn} />] as const]),
          ]}
        />
        <Differences terms={terms} before={before} currency={currency} />
        {state === 'coming' && <Withdrawing version={version} storeId={storeId} />}
      </div>
    </details>
  )
}

function Differences({ terms, before, currency }: Omit<VersionProps, 'storeId'>) {
  const title = before === undefined ? th.terms.first : th.terms.against(before.version)
  const changes = differencesOf(before ? saidBy(before) : {}, saidBy(terms), currency)
  return (
    <>
      <h2>{title}</h2>
      <Changes changes={changes} label={title} />
    </>
  )
}

/** Without what is of the version alone. */
function saidBy(terms: Terms): object {
  const {
    version: _,
    state: __,
    effective_from: ___,
    created: ____,
    withdrawn: _____,
    ...said
  } = terms
  return said
}

type WithdrawingProps = { readonly version: number; readonly storeId: string }

function Withdrawing({ version, storeId }: WithdrawingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ul class="acts">
        <ActButton
          name={th.terms.withdraw}
          permission="terms:write"
          isOpen={isOpen}
          isStrong
          onOpen={() => setOpen(true)}
        />
      </ul>
      {isOpen && (
        <WithdrawPanel version={version} storeId={storeId} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type WithdrawPanelProps = WithdrawingProps & { readonly onClose: () => void }

function WithdrawPanel({ version, storeId, onClose }: WithdrawPanelProps) {
  const mode = isSandbox.value ? 'sandbox' : 'live'
  const path = `/lender/stores/${storeId}/terms/${version}/withdraw`
  const once = useOnce({ name: `${mode}.${storeId}.withdraw.${version}`, path })
  const title = th.terms.withdrawOne(version)
  return (
    <Panel title={title} onClose={onClose}>
      {once.outcome ? (
        <Done outcome={once.outcome} what={title} onClose={onClose} />
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            const values = Object.fromEntries([...form].map(([key, each]) => [key, String(each)]))
            once.send({ reason: reasonOf(values) }, values)
          }}
        >
          <p>{th.terms.withdrawMore}</p>
          <Reason code="correction" values={once.values ?? {}} />
          {once.isOpen && !once.isBusy && <p class="stale">{ta.acts.unanswered}</p>}
          <Fault failure={once.failure} />
          <button type="submit" class="danger" aria-disabled={once.isBusy}>
            {title}
          </button>
        </form>
      )}
    </Panel>
  )
}
