/* The K nearest rows so far and their vote: shared by the C kernels, so that they differ in the distance alone.
 *
 * `model.h` is made by device-bench: N_ROWS, N_COLUMNS, N_CLASSES, K, the type `element`, model_rows, model_classes.
 */
#include "model.h"

typedef struct {
    amount distance[K];
    int row[K];
    int n;
} nearest;

/* The distance that a row must stay below to enter; only once K rows are in. */
static inline int is_full(const nearest *found) { return found->n == K; }

static inline void offer(nearest *found, amount distance, int row)
{
    int place;
    if (found->n < K)
        place = found->n++;
    else if (distance < found->distance[K - 1])
        place = K - 1;
    else
        return;
    for (; place > 0 && distance < found->distance[place - 1]; place--) {
        found->distance[place] = found->distance[place - 1];
        found->row[place] = found->row[place - 1];
    }
    found->distance[place] = distance;
    found->row[place] = row;
}

/* Most votes, then the smaller class. */
static inline int vote(const nearest *found)
{
    unsigned char votes[N_CLASSES];
    int best = 0;
    for (int class = 0; class < N_CLASSES; class++)
        votes[class] = 0;
    for (int i = 0; i < K; i++)
        votes[model_classes[found->row[i]]]++;
    for (int class = 1; class < N_CLASSES; class++)
        if (votes[class] > votes[best])
            best = class;
    return best;
}
