import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { OperatorPage } from './frame.tsx'
import { textOf } from './members.tsx'
import { words } from './system-words.ts'
import { Table } from './table.tsx'

/** The settings in force, secrets masked. */
export function Page() {
  const read = useQuery({
    queryKey: ['settings'],
    queryFn: () => settle(api.GET('/operator/v1/settings', {})),
  })
  return (
    <OperatorPage
      title={words.settings}
      lead={words.settingsLead}
      command="almanac config"
      errors={[read.error]}
    >
      <Table
        label={words.settings}
        rows={Object.entries(read.data?.output.settings ?? {})}
        keyOf={([name]) => name}
        empty={words.none}
        isReading={read.data === undefined}
        columns={[
          { name: words.setting, cell: ([name]) => <code>{name}</code> },
          { name: words.value, cell: ([, value]) => textOf(value ?? words.none) },
        ]}
      />
    </OperatorPage>
  )
}
