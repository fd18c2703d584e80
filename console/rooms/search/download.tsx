import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { renewCredits, useCredits, useIsSandbox, useMay, usePrice } from '../../call/queries.ts'
import { Ask } from '../../parts/ask.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { count, credits, number } from '../../words.ts'
import type { Question, SearchKind } from './kind.ts'
import { fileTypes, words } from './words.ts'

/** Most rows that a file of a search has. */
const longestFile = 10_000

type FileType = keyof typeof fileTypes
type Type = SearchKind<unknown>['type']

const prices: Record<Type, string> = {
  companies: 'exportCompany',
  people: 'exportProspect',
  postings: 'exportJobPosting',
}

function begin(
  type: Type,
  { searchParams, companyParams }: Question,
  { rows, fileType, maxCredits }: { rows: number; fileType: FileType; maxCredits: number },
) {
  const params = { header: { 'X-Max-Credits': maxCredits } }
  const file = { maxRowsToExport: rows, fileType }
  if (type === 'postings')
    return settle(api.POST('/v1/exports/search/jobs', { params, body: { searchParams, ...file } }))
  if (type === 'companies')
    return settle(
      api.POST('/v1/exports/search/companies', {
        params,
        body: { companySearchParams: searchParams, ...file },
      }),
    )
  const body = {
    profileSearchParams: searchParams,
    ...(companyParams !== undefined && { companySearchParams: companyParams }),
    ...file,
  }
  return settle(api.POST('/v1/exports/search/people', { params, body }))
}

/** All that fit as a file: the button asks, and the form says what it costs. */
export function DownloadAll<R>(part: { kind: SearchKind<R>; question: Question; total: number | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const isWorker = useMay('work')
  const { total } = part
  if (!isWorker) return null
  return (
    <>
      <button type="button" disabled={total === undefined || total === 0} onClick={() => setOpen(true)}>
        {words.downloadAll(total === undefined ? '' : number(total))}
      </button>
      {isOpen && total !== undefined && <DownloadForm {...part} total={total} onNo={() => setOpen(false)} />}
    </>
  )
}

function DownloadForm<R>({
  kind,
  question,
  total,
  onNo,
}: {
  kind: SearchKind<R>
  question: Question
  total: number
  onNo(): void
}) {
  const go = useNavigate()
  const [fileType, setFileType] = useState<FileType>('csv')
  const left = useCredits().data ?? 0
  const price = usePrice(prices[kind.type])
  const isSandbox = useIsSandbox()
  const rows = Math.min(total, longestFile)
  const most = price === undefined ? undefined : price * rows
  const start = useMutation({
    mutationFn: (maxCredits: number) => begin(kind.type, question, { rows, fileType, maxCredits }),
    onSuccess() {
      void renewCredits()
      void go({ to: '/exports' })
    },
  })
  const isShort = !isSandbox && most !== undefined && most > left
  return (
    <Ask
      title={words.downloadAll(count(total, kind.one, kind.many))}
      words={{ yes: words.writeFile, no: words.cancel }}
      price={isSandbox ? words.free : words.atMost(most === undefined ? '…' : credits(most)).toLowerCase()}
      isBusy={start.isPending}
      isDisabled={most === undefined || isShort}
      error={start.error}
      onYes={() => start.mutate(most ?? 0)}
      onNo={onNo}
    >
      <Field label={words.fileType}>
        <Pick
          label={words.fileType}
          options={fileTypes}
          value={fileType}
          onChange={(type) => setFileType(type as FileType)}
        />
      </Field>
      {total > longestFile && <Notice tone="doubt">{words.onlyFirst(number(longestFile))}</Notice>}
      {isShort && <Notice tone="doubt">{words.tooFewToDownload}</Notice>}
      <p className="soft small">{words.downloadHint(number(longestFile))}</p>
    </Ask>
  )
}
