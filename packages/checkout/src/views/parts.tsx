/** Small parts that several steps are made of. */
import type { ComponentChildren } from 'preact'
import type { Notice } from '../flow/types.ts'
import { WarningIcon } from './icons.tsx'
import type { Texts } from './texts/es.ts'
import { useWriting } from './view.ts'

type ButtonProps = {
  /** The name by which tests and the flow know it. */
  readonly action: string
  readonly kind?: 'main' | 'other' | 'quiet'
  readonly busy?: boolean
  /** Without it the button submits its form. */
  readonly press?: () => unknown
  readonly children: ComponentChildren
}

/** Stays in the order of focus while it is busy, so that a keyboard's place is not lost. */
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
  // What is wrong says as well how it is right: both would be the same twice.
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

/** What the last press came to, where the buyer stays: said aloud as it appears. */
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

/** More than a button holds: then the store goes without its name there. */
const NAME_MAX = 40

export function backTo({ result }: Texts, store: string): string {
  return result.toStore(store.length > NAME_MAX ? '' : store)
}

/** The way on, kept in sight at the bottom of a phone. */
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

/** Takes the focus when its step begins: see app.tsx. */
export function Title({ children }: { readonly children: ComponentChildren }) {
  return (
    <h1 id="title" tabIndex={-1}>
      {children}
    </h1>
  )
}
