/** A text that names an unset variable, and its place. */
export interface MissingVariable {
  /** `sources[0].settings.key` */
  path: string
  name: string
}

const variable = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/**
 * A copy of a JSON-like value in which `${NAME}` in texts is replaced by the value of that name. `$${NAME}` becomes
 * `${NAME}`. Replacements are not read again, and member names stay.
 */
export function fillVariables(
  template: unknown,
  values: Readonly<Record<string, string | undefined>>,
): { content: unknown; missing: MissingVariable[] } {
  const missing: MissingVariable[] = []
  const fill = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(variable, (whole, escaped: string, name: string) => {
        if (escaped !== '') return whole.slice(1)
        const text = Object.hasOwn(values, name) ? values[name] : undefined
        if (text === undefined || text === '') missing.push({ path, name })
        return text ?? ''
      })
    }
    if (Array.isArray(value)) return value.map((each, index) => fill(each, `${path}[${index}]`))
    if (typeof value !== 'object' || value === null) return value
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, below(name))]))
  }
  return { content: fill(template, ''), missing }
}
