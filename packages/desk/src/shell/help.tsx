import { singleKeys } from '../client/preferences.ts'
import { Dialog } from '../parts/dialog.tsx'
import { tk } from '../texts/keys.ts'
import { bindings, isHelpOpen } from './keys.ts'

/** From the table that binds the keys, so that it is never outdated. */
export function Help() {
  return (
    <Dialog
      title={tk.keys.title}
      onClose={() => {
        isHelpOpen.value = false
      }}
    >
      {!singleKeys.value && <p class="hint">{tk.keys.off}</p>}
      <dl class="keys">
        {bindings().map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what(tk)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
