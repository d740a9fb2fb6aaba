import { useRoleChange } from '../client/powers.ts'
import { tb } from '../texts/book.ts'
import { word } from '../texts/texts.ts'

type GainsProps = { readonly before: readonly string[]; readonly after: readonly string[] }

/** The permissions gained and lost with other roles, before they are granted. */
export function Gains({ before, after }: GainsProps) {
  const changed = useRoleChange(before, after)
  return (
    <div class="stack" aria-live="polite">
      {(['gained', 'lost'] as const).map(
        (which) =>
          changed[which].length > 0 && (
            <section key={which}>
              <h3>{tb.roles[which]}</h3>
              <ul>
                {changed[which].map((each) => (
                  <li key={each}>{hasWord(each) ? word(each) : <code>{each}</code>}</li>
                ))}
              </ul>
            </section>
          ),
      )}
      <p class="hint">{tb.roles.more}</p>
    </div>
  )
}

/** Untranslated permissions appear as in the API. */
const hasWord = (name: string): boolean => word(name) !== name.replaceAll('_', ' ')
