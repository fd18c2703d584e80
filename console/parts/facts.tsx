import type { ReactNode } from 'react'

/** What is known of one thing, a line each; what is not known is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className="facts">
      {filled.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
