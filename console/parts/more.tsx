import type { ReactNode } from 'react'

/** A button that reads the next page of a list; nothing where there is none. */
export function More({
  pages: { hasMore, readMore },
  children,
}: {
  pages: { hasMore: boolean; readMore(): void }
  children: ReactNode
}) {
  if (!hasMore) return null
  return (
    <button type="button" onClick={readMore}>
      {children}
    </button>
  )
}
