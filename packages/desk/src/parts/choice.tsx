import { useId } from 'preact/hooks'

type ChoiceProps = {
  readonly label: string
  readonly name: string
  readonly chosen?: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

/** One of a few. */
export function Choice({ label, name, chosen, options }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
