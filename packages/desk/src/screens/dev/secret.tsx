import { CopyButton } from '../../parts/copy.tsx'
import { td } from '../../texts/dev.ts'
import { t } from '../../texts/texts.ts'

type SecretProps = {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shown once: it disappears with the component, and is stored nowhere else. */
export const Secret = ({ title, secret, onClose }: SecretProps) => (
  <section class="note stack" role="status" aria-label={title}>
    <strong>{title}</strong>
    <p>{td.once}</p>
    <p>
      <code class="secret">{secret}</code> <CopyButton text={secret} />
    </p>
    <button type="button" onClick={onClose}>
      {t.close}
    </button>
  </section>
)
