import { stages } from './words.ts'

/** The state of an audience, in a word beside its mark. */
export function State({ status }: { status: string }) {
  const { tone, mark } = looks[status] ?? { tone: 'doubt', mark: '◐' }
  return (
    <span className={`tag ${tone}`}>
      <span aria-hidden="true">{mark} </span>
      {stages[status] ?? status}
    </span>
  )
}

const looks: Readonly<Record<string, { tone: string; mark: string }>> = {
  NORMAL: { tone: 'good', mark: '●' },
  DRAFT: { tone: '', mark: '○' },
  FAILED: { tone: 'bad', mark: '✕' },
}
