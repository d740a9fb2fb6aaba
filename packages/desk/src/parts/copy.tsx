import { useState } from 'preact/hooks'
import { t } from '../texts/texts.ts'

type CopyProps = { readonly text: string; readonly label?: string }

/** Copies a text; the button shows the result. */
export function CopyButton({ text, label }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <button type="button" class="quiet small" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? t.copied : (label ?? t.copy)}</span>
    </button>
  )
}
