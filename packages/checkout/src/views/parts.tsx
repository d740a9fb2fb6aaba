/** Small components of several steps. */
import type { ComponentChildren } from 'preact'
import type { Notice } from '../flow/types.ts'
import { WarningIcon } from './icons.tsx'
import type { Texts } from './texts/es.ts'
import { useWriting } from './view.ts'

type ButtonProps = {
  /** The name by which tests and the flow identify it. */
  readonly action: string
  readonly kind?: 'main' | 'other' | 'quiet'
  readonly busy?: boolean
  /** Without it the button submits its form. */
  readonly press?: () => unknown
  readonly children: ComponentChildren
}

/** Stays focusable while it is busy, so that a keyboard's position is not lost. */
export function Button({ action, kind = 'main', busy = false, press, children }: ButtonProps) {
  const { texts } = useWriting()
  return (
    <button
      type={press === undefined ? 'submit' : 'button'}
      class={`button ${kind}`}
      data-action={action}
      aria-disabled={busy}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else press?.()
      }}
    >
      {busy && kind === 'main' ? (
        <>
          <span class="spinner" aria-hidden="true" />
          {texts.working}
        </>
      ) : (
        children
      )}
    </button>
  )
}

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly fault: string | undefined
  readonly value: string
  readonly change: (value: string) => void
  readonly autocomplete?: string
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'email'
  readonly autocapitalize?: 'characters'
  readonly maxLength: number
}

export function Field(props: FieldProps) {
  const { name, label, hint, fault, value, change, ...input } = props
  // The error also explains the right form: the hint would repeat it.
  const describedBy = fault ? `${name}-fault` : hint && `${name}-hint`
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        {...input}
        type="text"
        id={name}
        name={name}
        class={fault ? 'wrong' : ''}
        value={value}
        required
        spellcheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {hint && !fault && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <Fault id={`${name}-fault`} text={fault} />
    </div>
  )
}

export function Fault({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="fault" id={id}>
      <WarningIcon />
      {text}
    </p>
  )
}

/** The result of the last press, if the buyer stays: announced as it appears. */
export function NoticeOf({ notice }: { readonly notice: Notice | null }) {
  const { texts } = useWriting()
  return (
    <div role="alert">
      {notice !== null && (
        <p class="notice" data-notice={notice}>
          <WarningIcon />
          {texts.notices[notice]}
        </p>
      )}
    </div>
  )
}

/** Too long for a button: then the store's name is left out there. */
const NAME_MAX = 40

export function backTo({ result }: Texts, store: string): string {
  return result.toStore(store.length > NAME_MAX ? '' : store)
}

/** The primary button, always visible at the bottom of a phone. */
export function Way({ children }: { readonly children: ComponentChildren }) {
  return <div class="way">{children}</div>
}

export function Warning() {
  const { texts } = useWriting()
  return (
    <p class="warning">
      <WarningIcon />
      {texts.warning}
    </p>
  )
}

/** Receives the focus when its step begins: see app.tsx. */
export function Title({ children }: { readonly children: ComponentChildren }) {
  return (
    <h1 id="title" tabIndex={-1}>
      {children}
    </h1>
  )
}
