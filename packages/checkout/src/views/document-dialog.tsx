import { useEffect, useRef, useState } from 'preact/hooks'
import type { Actions, DocumentKind } from '../flow/types.ts'
import { CrossIcon } from './icons.tsx'
import { Button } from './parts.tsx'
import { useWriting } from './view.ts'

type DialogProps = {
  readonly kind: DocumentKind
  readonly title: string
  readonly documentUrl: Actions['documentUrl']
  readonly close: () => void
}

/** A document over the page, so that no input is lost. */
export function DocumentDialog({ kind, title, documentUrl, close }: DialogProps) {
  const { texts } = useWriting()
  const dialog = useRef<HTMLDialogElement>(null)
  const sheet = useRef<HTMLIFrameElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    let gone = false
    setFailed(false)
    documentUrl(kind).then(
      (url) => gone || setAddress(url),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [kind, attempt])

  return (
    <dialog ref={dialog} class="paper" aria-labelledby="paper" onClose={close}>
      <header>
        <h2 id="paper">{title}</h2>
        <button
          type="button"
          class="round"
          aria-label={texts.close}
          data-action="close-document"
          onClick={() => dialog.current?.close()}
        >
          <CrossIcon />
        </button>
      </header>
      <div role="status" class="about">
        {address === null && !failed && <p class="soft">{texts.document.loading}</p>}
        {failed && <p class="fault">{texts.document.failed}</p>}
      </div>
      {failed && (
        <Button action="read-again" kind="other" press={() => setAttempt(attempt + 1)}>
          {texts.document.again}
        </Button>
      )}
      {/* A document needs no script, and gets none; what is allowed is to print it from here. */}
      {address !== null && (
        <>
          <iframe
            ref={sheet}
            class="sheet"
            title={title}
            src={address}
            sandbox="allow-same-origin allow-modals"
          />
          <Keep
            title={title}
            address={address}
            print={() => sheet.current?.contentWindow?.print()}
          />
        </>
      )}
    </dialog>
  )
}

type KeepProps = {
  readonly title: string
  readonly address: string
  readonly print: () => void
}

/** A single self-contained file, as it is archived. */
function Keep({ title, address, print }: KeepProps) {
  const { texts } = useWriting()
  return (
    <footer>
      <a class="button other" data-action="download" href={address} download={`${title}.html`}>
        {texts.document.download}
      </a>
      <Button action="print" kind="quiet" press={print}>
        {texts.document.print}
      </Button>
    </footer>
  )
}
