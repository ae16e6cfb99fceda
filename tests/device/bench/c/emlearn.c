/* emlearn's nearest neighbours, from its own headers. */
#include <eml_neighbors.h>

#include "model.h"

static EmlNeighborsModel model = {N_COLUMNS, N_ROWS, N_ROWS, (int16_t *)model_rows, (int16_t *)model_classes, K};
static EmlNeighborsDistanceItem distances[N_ROWS];

int predict(const element *query)
{
    int16_t class = -1;
    EmlError error = eml_neighbors_predict(&model, query, N_COLUMNS, distances, N_ROWS, &class);
    return error == EmlOk ? class : 0xFFFF;
}
