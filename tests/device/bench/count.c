/* A QEMU plugin that counts the instructions executed between two addresses.
 *
 * Arguments: start=ADDRESS,stop=ADDRESS, each the first instruction of a function. Each time `stop` is reached, one line
 * goes to standard error: `count N`, the instructions since `start` was last reached.
 *
 * Blocks are counted as a whole when they begin, and the two watched instructions correct for where in their block they
 * stand; that is exact as long as no block is left half-way by a fault, and much faster than a call for each instruction.
 * Declarations are repeated here, since Debian's QEMU comes without its header; only functions that plugin versions 1 to 4
 * share are used. Compile with -DPLUGIN_VERSION=1 for QEMU before 9, 2 since.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct block;
struct instruction;
enum { NO_REGISTERS = 0 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct block *, void (*)(unsigned, void *), int flags, void *);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, void (*)(unsigned, void *), int flags, void *);
extern size_t qemu_plugin_tb_n_insns(const struct block *);
extern struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct instruction *);

PUBLIC int qemu_plugin_version = PLUGIN_VERSION;

static uint64_t start_address, stop_address;
static uint64_t executed; /* instructions of all blocks begun so far, the current one included */
static uint64_t at_start; /* instructions executed before `start` was last entered */

static void block_begins(unsigned cpu, void *n)
{
    (void)cpu;
    executed += (uintptr_t)n;
}

/* `left` is how many instructions of the current block are not executed yet, the watched one included. */
static void start_reached(unsigned cpu, void *left)
{
    (void)cpu;
    at_start = executed - (uintptr_t)left;
}

static void stop_reached(unsigned cpu, void *left)
{
    (void)cpu;
    fprintf(stderr, "count %" PRIu64 "\n", executed - (uintptr_t)left - at_start);
}

static void block_translated(plugin_id id, struct block *block)
{
    (void)id;
    size_t n = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_cb(block, block_begins, NO_REGISTERS, (void *)(uintptr_t)n);
    for (size_t i = 0; i < n; i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);
        void *left = (void *)(uintptr_t)(n - i);
        if (address == start_address)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, start_reached, NO_REGISTERS, left);
        if (address == stop_address)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, stop_reached, NO_REGISTERS, left);
    }
}

PUBLIC int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (!strncmp(argv[i], "start=", 6))
            start_address = strtoull(argv[i] + 6, NULL, 0);
        else if (!strncmp(argv[i], "stop=", 5))
            stop_address = strtoull(argv[i] + 5, NULL, 0);
        else {
            fprintf(stderr, "count: argument \"%s\": it can be start=ADDRESS or stop=ADDRESS\n", argv[i]);
            return 1;
        }
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
    return 0;
}
