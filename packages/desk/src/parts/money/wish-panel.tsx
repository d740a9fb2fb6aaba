import type { ReasonGiven } from '@svc/api'
import type { ComponentChildren } from 'preact'
import type { Values } from '../../client/unanswered.ts'
import { Effects } from './effects.tsx'
import { MoneyPanel, type Tried } from './money-panel.tsx'
import type { Wanted } from './once.ts'
import { Reason, reasonOf, trialReason } from './reason.tsx'

type WishPanelProps = Wanted & {
  readonly title: string
  /** The reason, until the user chooses another. */
  readonly code: ReasonGiven['code']
  readonly currency?: string
  /** The whole sentence of the button. */
  readonly sentence: (values: Values) => string
  readonly start?: Values
  /** Members in addition to the reason; undefined: incomplete. Absent: none. */
  readonly wish?: (values: Values) => object | undefined
  /** Above the reason. */
  readonly fields?: (values: Values) => ComponentChildren
  /** Above the effects. */
  readonly more?: (tried: Tried) => ComponentChildren
  /** Instead of them: what the object itself would be. */
  readonly changes?: (tried: Tried) => ComponentChildren
  readonly incomplete?: string
  readonly isDanger?: boolean
  readonly isShown?: boolean
  readonly onClose: () => void
}

/** An action with a reason: its effects are shown before the reason is given. */
export function WishPanel(props: WishPanelProps) {
  const { code, currency = '', sentence, start, wish = () => ({}), ...shown } = props
  const { fields, more, changes, ...others } = shown
  return (
    <MoneyPanel
      isShown
      {...others}
      start={{ reason: code, ...start }}
      read={(values) => {
        const said = wish(values)
        const isWhole = said !== undefined && (values.note ?? '').trim() !== ''
        return {
          trial: said && { ...said, reason: trialReason },
          body: isWhole ? { ...said, reason: reasonOf(values) } : undefined,
          sentence: sentence(values),
        }
      }}
      fields={(values) => (
        <>
          {fields?.(values)}
          <Reason code={code} values={values} />
        </>
      )}
      effects={(effects, tried) => (
        <>
          {more?.(tried)}
          {changes?.(tried) ?? <Effects effects={effects} currency={currency} />}
        </>
      )}
    />
  )
}
