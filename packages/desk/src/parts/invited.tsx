import { tb } from '../texts/book.ts'
import { CopyButton } from './copy.tsx'

type InvitedProps = {
  /** The link for setting up factors, shown once; null: they can sign in already. */
  readonly link: string | null
  /** Shown if there is none. */
  readonly joined?: string
}

export const Invited = ({ link, joined }: InvitedProps) => (
  <div class="note" role="status">
    <p>{link === null ? joined : tb.roles.link}</p>
    {link !== null && (
      <p>
        <code class="secret">{link}</code> <CopyButton text={link} />
      </p>
    )}
  </div>
)
