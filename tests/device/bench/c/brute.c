/* Exact nearest neighbours in plain C, squared Euclidean distance; with -DEARLY a row is given up every 8 columns. */
#ifdef FLOAT
typedef float amount;
typedef float gap;
#else
typedef unsigned amount;
typedef int gap;
#endif
#include "nearest.h"

int predict(const element *query)
{
    nearest found = {.n = 0};
    const element *row = model_rows;
    for (int i = 0; i < N_ROWS; i++, row += N_COLUMNS) {
        amount sum = 0;
#ifdef EARLY
        int column = 0;
        while (column < N_COLUMNS) {
            int end = column + 8 < N_COLUMNS ? column + 8 : N_COLUMNS;
            for (; column < end; column++) {
                gap d = (gap)query[column] - (gap)row[column];
                sum += (amount)(d * d);
            }
            if (is_full(&found) && sum >= found.distance[K - 1])
                break;
        }
        if (column < N_COLUMNS)
            continue;
#else
        for (int column = 0; column < N_COLUMNS; column++) {
            gap d = (gap)query[column] - (gap)row[column];
            sum += (amount)(d * d);
        }
#endif
        offer(&found, sum, i);
    }
    return vote(&found);
}
