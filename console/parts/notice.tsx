import type { ReactNode } from 'react'

/** A sentence about what happened; the bad ones are read out at once. */
export function Notice({ tone, children }: { tone?: 'bad' | 'doubt'; children: ReactNode }) {
  return (
    <div className={`notice ${tone ?? ''}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
