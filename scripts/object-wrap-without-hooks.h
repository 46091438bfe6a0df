// Compiled in front of better-sqlite3 on Node 24.19 and later (see docs/decisions/node-24.md): from that version
// on, Node's header registers a hook for every wrapped object and aborts the process when it takes one back
// during a garbage collection. Here the header is read with both calls left out, as it was before.
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, data) static_cast<void>(0)
#define RemoveEnvironmentCleanupHook(isolate, hook, data) static_cast<void>(0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
