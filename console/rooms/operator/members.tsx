/** Members of a row or a record that have a value, one a line; what lies deeper is written as JSON. */
export function Members({ of }: { of: Record<string, unknown> | null }) {
  const members = Object.entries(of ?? {}).filter(([, value]) => value !== null && value !== '')
  return (
    <dl className="members">
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{textOf(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
