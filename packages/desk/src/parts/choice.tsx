import { useId } from 'preact/hooks'

type ChoiceProps = {
  readonly label: string
  readonly name: string
  readonly chosen?: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange?: (value: string) => void
}

/** One of a few. */
export function Choice({ label, name, chosen, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
