// Written by `npm run db:types` from the migrated database. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

// Kysely's own does not see through a column whose written type differs from the read one.
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

type Timestamp = ColumnType<Date, Date | string, Date | string>

// Written as text, because the driver would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>

export interface DB {
  account_player: {
    id: GeneratedAlways<bigint>
    login: string
    login_key: string
    email: string | null
    phone: string | null
    fakename: string
    locale: string
    currency: string
    country_code: string | null
    reg_time: Generated<Timestamp>
    is_registration_completed: Generated<boolean>
    banned_at: Timestamp | null
    deleted_at: Timestamp | null
  }
  account_storage: {
    player_id: bigint
    key: string
    value: string
    updated_at: Generated<Timestamp>
  }
  auth_session: {
    id: GeneratedAlways<bigint>
    token_hash: Buffer
    player_id: bigint
    created_at: Generated<Timestamp>
    seen_at: Generated<Timestamp>
    expires_at: Timestamp
    ended_at: Timestamp | null
    user_agent: string | null
    address: string | null
  }
  content_identity: {
    id: GeneratedAlways<bigint>
    username: string
    username_key: string
    email: string
    email_key: string
    password_hash: string
    is_confirmed: Generated<boolean>
    is_blocked: Generated<boolean>
    token_version: Generated<number>
    reset_hash: Buffer | null
    reset_expires_at: Timestamp | null
    confirm_hash: Buffer | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  http_rate_limit: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  schema_migration: {
    name: string
    checksum: string
    applied_at: Generated<Timestamp>
  }
  tracking_event: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    name: string
    params: Generated<Json>
    player_id: bigint | null
    request_id: string | null
  }
}
