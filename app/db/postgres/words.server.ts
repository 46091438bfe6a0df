/**
 * Trigram indexes of the search texts, which a search compares with `like`. They need the extension pg_trgm, which is not on every server
 * and which not every owner of a database may create; without them a search reads every text, as on SQLite. So this isn't a migration: it
 * never fails, and is tried again at the next start.
 */
export const CREATE_WORD_INDEXES = `
do $$ declare name text; begin
  foreach name in array array['dismantledVehicles', 'retailVehicles'] loop
    if to_regclass(format('%I', name || 'Words')) is null then
      create extension if not exists pg_trgm;
      execute format('create index %I on %I using gin ("searchText" gin_trgm_ops) where "deletedAt" is null', name || 'Words', name);
    end if;
  end loop;
exception when others then
  raise warning 'Searches have no index: %', sqlerrm;
end $$;`;
