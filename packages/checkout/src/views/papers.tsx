import { useState } from 'preact/hooks'
import type { Actions } from '../flow/types.ts'
import { DocumentDialog } from './document-dialog.tsx'
import { PaperIcon } from './icons.tsx'
import { useWriting } from './view.ts'

const PAPERS = [
  { kind: 'pre_contract', text: 'preContract' },
  { kind: 'agreement', text: 'agreement' },
] as const

type PapersProps = Pick<Actions, 'documentUrl'> & { readonly hint: string }

/** The signed documents, to read before and to keep afterwards. */
export function Papers({ documentUrl, hint }: PapersProps) {
  const { texts } = useWriting()
  const [reading, setReading] = useState<(typeof PAPERS)[number] | null>(null)
  return (
    <section class="part" aria-labelledby="papers">
      <h2 id="papers">{texts.signature.papers}</h2>
      <ul class="papers">
        {PAPERS.map((paper) => (
          <li key={paper.kind}>
            <button
              type="button"
              data-action="read"
              data-document={paper.kind}
              onClick={() => setReading(paper)}
            >
              <PaperIcon />
              <span class="grows">{texts.signature[paper.text]}</span>
              <span class="link">{texts.signature.read}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint">{hint}</p>
      {reading !== null && (
        <DocumentDialog
          kind={reading.kind}
          title={texts.signature[reading.text]}
          documentUrl={documentUrl}
          close={() => setReading(null)}
        />
      )}
    </section>
  )
}
