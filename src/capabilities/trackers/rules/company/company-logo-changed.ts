import { pageKey } from '../../../../lib/page-url.ts'
import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { companyRule } from '../define-rule.ts'

export const companyLogoChanged = companyRule({
  type: 'company_logo_changed',
  readableName: 'Company logo changed',
  description:
    'The company has a new logo. Differences in https, a trailing slash or an expiring signature of its address are ignored.',
  useCase: 'Notice a rebranding on its first day.',
  members: {},
  example: {},
  change: scalarChange,
  evaluate: ({ company: before }, { company: after }) =>
    compareScalars(before.logo_url, after.logo_url, logoKey),
  summary: () => 'has another logo',
  sample: () => ({
    before: { company: { logo_url: 'https://acme.example/logo-2025.png' } },
    after: { company: { logo_url: 'https://acme.example/logo-2026.png' } },
  }),
})

/** File stores sign addresses again every day; the path identifies the file. */
const signature = /[?&](x-amz-[a-z-]+|signature|expires|awsaccesskeyid|key-pair-id|policy|e|v|t)=[^&]*/gi

const logoKey = (url: string) => {
  const bare = url.replace(signature, '')
  return pageKey(bare) ?? bare
}
