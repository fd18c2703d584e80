import { defineSlice } from './slice.ts'

export const people = defineSlice({
  open({ config, db, platform, baseUrl, secret }) {
    const { audit, keys, members, organizations, sessions } = platform
    const mail = config.ALMANAC_SMTP_URL === undefined ? undefined : platform.mail
    return { deps: { db, audit, keys, members, organizations, sessions, mail, baseUrl, secret } }
  },
})
