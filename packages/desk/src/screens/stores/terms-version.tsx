import type { Answered as AnswerOf, TermsAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { nameOf } from '../../client/unanswered.ts'
import { differencesOf } from '../../parts/differences.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Changes } from '../../parts/money/effects.tsx'
import { ReasonPanel } from '../../parts/money/reason-panel.tsx'
import { Facts, Moment } from '../../parts/values.tsx'
import { th } from '../../texts/house.ts'
import { RatesOf } from './rates.tsx'

type Terms = AnswerOf<typeof TermsAnswer>

const TONES = { coming: 'warn', in_force: 'good', past: '', withdrawn: '' } as const

type VersionProps = {
  readonly terms: Terms
  /** The terms in force, or due to be, when it begins; undefined: it is the first one. */
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
        <Rates path={`/lender/stores/${storeId}/terms/${version}/rates`} />
        {state === 'coming' && <Withdrawing version={version} storeId={storeId} />}
      </div>
    </details>
  )
}

/** Computed when it is opened. */
function Rates({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{th.terms.rates}</summary>
      {isOpen && <RatesOf path={path} />}
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

/** Without the members of the version itself. */
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
        <ReasonPanel
          title={th.terms.withdrawOne(version)}
          sentence={th.terms.withdrawOne(version)}
          name={nameOf(`withdraw.${version}`, storeId)}
          path={`/lender/stores/${storeId}/terms/${version}/withdraw`}
          code="correction"
          onClose={() => setOpen(false)}
        >
          <p>{th.terms.withdrawMore}</p>
        </ReasonPanel>
      )}
    </>
  )
}
