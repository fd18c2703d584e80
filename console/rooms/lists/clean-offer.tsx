import { useNavigate } from '@tanstack/react-router'
import { useCredits, useIsSandbox, usePrice } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { credits } from '../../words.ts'
import { useClean } from './clean.ts'
import type { Upload } from './uploads.ts'
import { words } from './words.ts'

/** Rows that are taken at once. */
const mostRows = 20_000

/** The same file cleaned: cells healed, equal rows joined, each change shown. */
export function CleanOffer({ read }: { read: Upload }) {
  const go = useNavigate()
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const price = usePrice('mosaicRow')
  const clean = useClean((runId) => void go({ to: '/lists/clean/$run', params: { run: runId } }))
  if (read.rowCount > mostRows || read.format.kind === 'jsonl') return null
  const ceiling = price === undefined ? undefined : price * read.rowCount
  return (
    <section className="clean">
      {clean.error && <Notice tone="bad">{clean.error.message}</Notice>}
      <p className="soft">
        <strong>{words.cleanToo}</strong> {words.cleanHint}
      </p>
      <PriceButton
        price={isSandbox ? words.free : `${words.atMost} ${ceiling === undefined ? '…' : credits(ceiling)}`}
        isDisabled={ceiling === undefined || ceiling > left || clean.isPending}
        onClick={() => clean.mutate({ read, maxCredits: ceiling ?? 0 })}
      >
        {clean.isPending ? words.starting : words.clean}
      </PriceButton>
    </section>
  )
}
