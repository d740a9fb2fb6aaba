import { useId } from 'preact/hooks'
import { holdersOf, usePowers } from '../../client/powers.ts'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'

type ActButtonProps = {
  readonly name: string
  readonly permission: string
  readonly isOpen: boolean
  readonly isStrong?: boolean
  /** The object's own members. */
  readonly whyNot?: string | undefined
  readonly onOpen: () => void
}

/** Opens a panel; a disabled action shows the reason, and who may use it. */
export function ActButton(props: ActButtonProps) {
  const { name, permission, isOpen, isStrong, whyNot, onOpen } = props
  const id = useId()
  const line = usePowers()(permission)
  const holders = holdersOf(line)
  const isOthers = line?.own === false
  const why = isOthers ? ta.acts.others(holders === '' ? t.none : holders) : whyNot
  const isOff = line === undefined || why !== undefined
  return (
    <li>
      <button
        type="button"
        data-act={permission}
        class={isStrong ? 'danger' : ''}
        aria-disabled={isOff}
        aria-expanded={isOpen}
        aria-describedby={why === undefined ? undefined : id}
        onClick={() => {
          if (!isOff) onOpen()
        }}
      >
        {name}
      </button>
      {why !== undefined && (
        <small class="soft" id={id}>
          {why}
        </small>
      )}
    </li>
  )
}
